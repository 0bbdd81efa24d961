#compdef voicememo
# zsh completion for voicememo
#
# For this shell:   eval "$(voicememo completion zsh)"
# For every shell:  voicememo completion zsh > a file _voicememo in a directory of $fpath

_voicememo() {
    local -a answer candidates
    local program=${~words[1]} line kind text about
    answer=("${(@f)$("$program" __complete zsh "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
    kind=${answer[1]%% *}
    case $kind in
        files|directories)
            compset -p ${answer[1]##* }
            if [[ $kind == files ]]; then _files; else _files -/; fi
            ;;
        words|part)
            for line in "${(@)answer[2,-1]}"; do
                text=${line%%$'\t'*} about=${line#*$'\t'}
                [[ -n $text ]] && candidates+=("${text//:/\\:}${about:+:$about}")
            done
            if [[ $kind == part ]]; then
                _describe -t values value candidates -S ''
            else
                _describe -t values value candidates
            fi
            ;;
    esac
}

if [[ $funcstack[1] == _voicememo ]]; then
    _voicememo "$@"
else
    compdef _voicememo voicememo
fi
