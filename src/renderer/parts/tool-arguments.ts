import { visibleText } from '../../shared/visible-text.ts'

const SUMMARY_LENGTH = 120
/** Characters of the arguments that are looked at for the summary. */
const MAX_READ = 10_000

/**
 * Returns the values of the arguments on one line: `ls -la`, not `{"command":"ls -la"}`. Characters that could hide
 * something are shown as code points.
 */
export function shortArguments(text: string): string {
  const values = jsonValue(text)
  const shown =
    typeof values === 'object' && values !== null
      ? Object.values(values)
          .filter((value) => typeof value !== 'boolean')
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      : [text]
  // The text is cut first: arguments can be very long.
  const line = shown
    .join('  ')
    .slice(0, MAX_READ)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .slice(0, SUMMARY_LENGTH)
  return visibleText(line, 'shown')
}

/**
 * Returns JSON with indentation; not indented if it is not valid, for example because it is still being received.
 * Characters that could hide something are shown as code points.
 */
export function prettyJson(text: string): string {
  const value = jsonValue(text)
  return visibleText(value === undefined ? text : JSON.stringify(value, null, 2), 'shown')
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
