/** A word `@path/name.md` at the beginning of a line or after white space. */
const IMPORT = /(?:^|(?<=\s))@([^\s@`]+\.md)(?=$|[\s,;:.!?)])/gu

/** Returns the paths that a Markdown text imports, in order, without those in code spans and code blocks. */
export function findImports(text: string): readonly string[] {
  const found = outsideFences(text).flatMap((line) =>
    [...withoutCodeSpans(line).matchAll(IMPORT)].flatMap(([, path]) => path ?? []),
  )
  return [...new Set(found)]
}

function outsideFences(text: string): readonly string[] {
  let fence: string | null = null
  return text.split(/\r?\n/u).filter((line) => {
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]
    if (fence === null) {
      if (mark !== undefined) fence = mark
      return mark === undefined && !/^(?: {4}|\t)/u.test(line)
    }
    const ends = mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length
    if (ends) fence = null
    return false
  })
}

/** The line with a placeholder for each code span. A run of backticks without a partner is text. */
function withoutCodeSpans(line: string): string {
  return line.replaceAll(/(?<!`)(`+)(?!`)(?:(?!\1).)*?(?<!`)\1(?!`)/gu, '`')
}
