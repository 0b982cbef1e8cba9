/** Extensions that are not the name of the language. */
const LANGUAGES: Readonly<Record<string, string>> = {
  mjs: 'js',
  cjs: 'js',
  mts: 'ts',
  cts: 'ts',
  h: 'c',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  kt: 'kotlin',
  kts: 'kotlin',
  rb: 'ruby',
  htm: 'html',
  svg: 'xml',
  jsonc: 'json',
  zsh: 'bash',
}

/** Returns the language of a file for the highlighter, by its name; one that the highlighter does not know is plain. */
export function codeLanguage(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (name === 'dockerfile' || name.endsWith('.dockerfile')) return 'dockerfile'
  const extension = name.slice(name.lastIndexOf('.') + 1)
  return LANGUAGES[extension] ?? extension
}
