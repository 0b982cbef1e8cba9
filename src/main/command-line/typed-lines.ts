import { text } from 'node:stream/consumers'

/** The lines of `ikigai run`: `-` stands for all that stdin says, which may be longer than an argument can be. */
export async function typedLines(
  typed: readonly string[],
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<readonly string[]> {
  if (!typed.includes('-')) return typed
  const said = await text(stdin)
  return typed.map((line) => (line === '-' ? said : line))
}
