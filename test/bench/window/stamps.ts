/** What stands in a scripted text where its time of departure is written: as long as a stamp, so that no length changes. */
export const BLANK_STAMP = '@000000'

const BLANKS = new RegExp(BLANK_STAMP, 'g')
const ROUND = 36 ** 6

/** The text with its blank stamps replaced by the time, of which the last 25 days are kept. */
export function stamped(text: string, now: number): string {
  return text.replaceAll(BLANKS, () => `@${(now % ROUND).toString(36).padStart(6, '0')}`)
}
