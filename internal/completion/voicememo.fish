# fish completion for voicememo
#
# For this shell:   voicememo completion fish | source
# For every shell:  voicememo completion fish > ~/.config/fish/completions/voicememo.fish

function __voicememo_complete
    set -l words (commandline -opc)
    set -l token (commandline -ct)
    set -l program (string replace -r '^~' $HOME -- $words[1])
    set -l answer ($program __complete fish $words[2..-1] "$token" 2>/dev/null)
    set -l kind (string split ' ' -- $answer[1])
    switch "$kind[1]"
        case files directories
            set -l prefix (string sub -l $kind[2] -- $token)
            set -l path (string sub -s (math $kind[2] + 1) -- $token)
            if test $kind[1] = files
                __fish_complete_path $path
            else
                __fish_complete_directories $path ''
            end | while read -l line
                echo -- $prefix$line
            end
        case words part
            printf '%s\n' $answer[2..-1]
    end
end

complete -c voicememo -f -a '(__voicememo_complete)'
