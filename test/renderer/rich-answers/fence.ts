/** Returns a block of code in Markdown. */
export function fence(info: string, code: string): string {
  return `\`\`\`${info}\n${code}\n\`\`\``
}
