/** The completion scripts, by shell; each is made for a command's name, which is ours or, through a shim, an original's. */

type Script = (name: string) => string

export const completionScripts: Readonly<Record<string, Script>> = {
  bash: (name) => `${functionFor(name)}() {
  local IFS=$'\\n' line value
  local -a found=() listed=()
  COMPREPLY=()
  while read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default -o filenames 2>/dev/null
      return
    fi
    value=\${line%%$'\\t'*}
    [[ $value == "\${COMP_WORDS[COMP_CWORD]}"* ]] || continue
    found+=("$value")
    [[ $line == *$'\\t'* ]] && printf -v value '%-14s  (%s)' "$value" "\${line#*$'\\t'}"
    listed+=("$value")
  done < <(${name} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  COMPREPLY=("\${found[@]}")
  # A second Tab lists the choices and inserts none of them: there is room for what they mean.
  if [[ $COMP_TYPE == 63 && \${#found[@]} -gt 1 ]]; then COMPREPLY=("\${listed[@]}"); fi
}
complete -F ${functionFor(name)} ${name}`,
  zsh: (name) => `#compdef ${name}
${functionFor(name)}() {
  local line
  local -a found
  for line in "\${(@f)$(${name} complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then _files; return; fi
    [[ -n $line ]] && found+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line%$'\\t'*}/$'\\t'/:}")
  done
  _describe -V values found
}
compdef ${functionFor(name)} ${name}`,
  fish: (name) => `function ${functionFor(name)}
  set -l found (${name} complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test "$found" = :files
    __fish_complete_path (commandline -ct)
  else
    string join \\n -- $found
  end
end
complete -c ${name} -f -a '(${functionFor(name)})'`,
  elvish: (name) => `set edit:completion:arg-completer[${name}] = {|@words|
  ${name} complete -- (all $words[1..]) 2>/dev/null | from-lines | each {|line| str:split "\\t" $line | take 1 }
}`,
  powershell: (name) => `Register-ArgumentCompleter -Native -CommandName ${name} -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  # An argument that is empty does not reach a program from every version: --next stands for it.
  if ($word -eq '') { $words += '--next' }
  ${name} complete -- @words 2>$null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $about = $_ -split "\`t", 2
    [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', ($about, $value -ne $null)[0])
  }
}`,
}

/** The originals' name for it, where one is distinguished by name. */
function functionFor(name: string): string {
  return name === 'polytty' ? '_polytty' : `_clap_dynamic_completer_${name}`
}
