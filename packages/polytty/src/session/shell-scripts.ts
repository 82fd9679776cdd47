/**
 * The scripts that shell-integration.ts gives to shells. Marks: A before the prompt, B after it, C before a command's
 * output, D with the exit code after it. A command that the user did not run (an empty line) gets neither C nor D.
 */

export const bashScript = `# Added by polytty for this session only.
if [ -n "$POLYTTY_LOGIN" ]; then
  unset POLYTTY_LOGIN
  [ -r /etc/profile ] && . /etc/profile
  for __polytty_file in ~/.bash_profile ~/.bash_login ~/.profile; do
    if [ -r "$__polytty_file" ]; then . "$__polytty_file"; break; fi
  done
  unset __polytty_file
elif [ -r ~/.bashrc ]; then
  . ~/.bashrc
fi

__polytty_save() { __polytty_status=$?; return $__polytty_status; }

__polytty_cwd() {
  local LC_ALL=C path=$PWD encoded= char code i
  for ((i = 0; i < \${#path}; i++)); do
    char=\${path:i:1}
    case $char in
      [a-zA-Z0-9/._~-]) encoded+=$char ;;
      *) printf -v code %d "'$char"; printf -v char '%%%02X' $((code & 255)); encoded+=$char ;;
    esac
  done
  printf '\\e]7;file://%s%s\\a' "$HOSTNAME" "$encoded"
}

__polytty_prompt() {
  [ -n "$__polytty_ran" ] && printf '\\e]133;D;%s\\a' "$__polytty_status"
  __polytty_ran=
  __polytty_cwd
  case $PS1 in *'133;B'*) ;; *) PS1=$PS1'\\[\\e]133;B\\a\\]' ;; esac
  printf '\\e]133;A\\a'
  return $__polytty_status
}

# Notes, within the shell itself, that a command is about to run.
__polytty_none=-
PS0=$PS0'\${__polytty_none:0:$((__polytty_ran=1,0))}\\e]133;C\\a'
if [[ $(declare -p PROMPT_COMMAND 2>/dev/null) == 'declare -a'* ]]; then
  PROMPT_COMMAND=(__polytty_save "\${PROMPT_COMMAND[@]}" __polytty_prompt)
else
  # Newlines, not semicolons: what is there may well end in a semicolon of its own.
  PROMPT_COMMAND=$'__polytty_save\\n'"$PROMPT_COMMAND"$'\\n__polytty_prompt'
fi
`

export const zshScript = `# Added by polytty for this session only. Reads the user's own file in its stead.
if [[ -n $POLYTTY_ZDOTDIR ]]; then ZDOTDIR=$POLYTTY_ZDOTDIR; else unset ZDOTDIR; fi
unset POLYTTY_ZDOTDIR
[[ -r \${ZDOTDIR:-$HOME}/.zshenv ]] && source \${ZDOTDIR:-$HOME}/.zshenv

if [[ -o interactive ]]; then
  __polytty_encode() {
    emulate -L zsh -o no_multibyte
    local char
    REPLY=
    for char in \${(s::)1}; do
      case $char in
        [a-zA-Z0-9/._~-]) REPLY+=$char ;;
        *) REPLY+=%\${(l:2::0:)$(([##16]#char))} ;;
      esac
    done
  }
  __polytty_precmd() {
    local last=$? REPLY
    [[ -n $__polytty_ran ]] && printf '\\e]133;D;%s\\a' $last
    __polytty_ran=
    __polytty_encode $PWD
    printf '\\e]7;file://%s%s\\a' $HOST $REPLY
    # Last of all, so that a prompt that another hook has just built gets its mark too.
    precmd_functions=(\${precmd_functions:#__polytty_precmd} __polytty_precmd)
    [[ $PS1 == *'133;B'* ]] || PS1=$PS1$'%{\\e]133;B\\a%}'
    printf '\\e]133;A\\a'
  }
  __polytty_preexec() {
    local REPLY
    __polytty_ran=1
    __polytty_encode $1
    printf '\\e]133;C;cmdline_url=%s\\a' $REPLY
  }
  typeset -ga precmd_functions preexec_functions
  precmd_functions+=(__polytty_precmd)
  preexec_functions+=(__polytty_preexec)
fi
`

export const fishScript = `# Added by polytty for this session only.
if status is-interactive
    function __polytty_cwd --on-variable PWD
        printf '\\e]7;file://%s%s\\a' $hostname (string escape --style=url -- $PWD)
    end
    # From version 4 on fish marks its prompts itself.
    if string match -qr '^[0-3]\\.' -- $version
        functions -q __polytty_user_prompt; or functions -c fish_prompt __polytty_user_prompt
        function fish_prompt
            printf '\\e]133;A\\a'
            __polytty_user_prompt
            printf '\\e]133;B\\a'
        end
        function __polytty_preexec --on-event fish_preexec
            printf '\\e]133;C;cmdline_url=%s\\a' (string escape --style=url -- "$argv")
        end
        function __polytty_postexec --on-event fish_postexec
            printf '\\e]133;D;%s\\a' $status
        end
    end
    __polytty_cwd
end
`
