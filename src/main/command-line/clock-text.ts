/** `1:05`; from an hour on `1:00:05`. */
export function clockText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const tail = String(rest).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}

/** `2026-11-30 14:05`, in the time zone of this machine. `time`: ms since the epoch. */
export function localTime(time: number): string {
  const date = new Date(time)
  const two = (part: number): string => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
