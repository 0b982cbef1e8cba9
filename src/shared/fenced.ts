/**
 * Returns the text as a Markdown code block. The fence is longer than every run of backticks in the text, so that the
 * text cannot end the block.
 */
export function fenced(text: string, language = ''): string {
  let longest = 2
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
