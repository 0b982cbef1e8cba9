/**
 * Returns a command's output as a terminal shows it: what follows a carriage return overwrites the line from its
 * beginning, as progress bars do. A carriage return before a line end is part of that.
 *
 * Only for outputs, which are shown as they were meant: in a text on which the user decides it would hide something.
 */
export function overwrittenLines(output: string): string {
  if (!output.includes('\r')) return output
  return output.replaceAll(/\r+\n/g, '\n').split('\n').map(lastWritten).join('\n')
}

function lastWritten(line: string): string {
  if (!line.includes('\r')) return line
  let shown = ''
  for (const part of line.split('\r')) shown = part + shown.slice(part.length)
  return shown
}
