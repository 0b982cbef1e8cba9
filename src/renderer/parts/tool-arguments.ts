const SUMMARY_LENGTH = 120

/** Returns the values of the arguments on one line: `ls -la`, not `{"command":"ls -la"}`. */
export function shortArguments(text: string): string {
  const values = jsonValue(text)
  const words =
    typeof values === 'object' && values !== null
      ? Object.values(values)
          .filter((value) => typeof value !== 'boolean')
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
      : [text]
  return words.join('  ').replaceAll(/\s+/g, ' ').slice(0, SUMMARY_LENGTH)
}

/** Returns JSON with indentation; unchanged if it is not valid, for example because it is still being received. */
export function prettyJson(text: string): string {
  const value = jsonValue(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
