/** `1:05`; from an hour on `1:00:05`. */
export function clockText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  const tail = String(rest).padStart(2, '0')
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
}
