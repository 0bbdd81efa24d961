# bash completion for voicememo
#
# For this shell:   eval "$(voicememo completion bash)"
# For every shell:  voicememo completion bash > ~/.local/share/bash-completion/completions/voicememo

_voicememo() {
    local program=$1 kind prefix word
    case $program in "~"/*) program=$HOME/${program#"~"/} ;; esac
    COMPREPLY=()
    {
        read -r kind prefix
        while IFS=$'\t' read -r word _; do
            COMPREPLY+=("$word")
        done
    } < <("$program" __complete bash "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    local word=${COMP_WORDS[COMP_CWORD]}
    case $word in =|:) word= ;; esac
    if ! type compopt >/dev/null 2>&1; then # bash 3.2
        case $kind in
            files) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$word") ;;
            directories) while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$word") ;;
        esac
        return
    fi
    case $kind in
        files) compopt -o default ;;
        directories) compopt -o dirnames ;;
        part) compopt -o nospace ;;
    esac
} && complete -F _voicememo voicememo
