/**
 * Ends of file names by media type; the first of each is appended. Types that are not listed have none. Only what is
 * sent to a provider as a file is listed.
 */
const ENDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'image/gif': ['.gif'],
  'image/heic': ['.heic', '.heif'],
  'audio/wav': ['.wav'],
  'audio/mpeg': ['.mp3', '.mpeg', '.mpga'],
  'audio/flac': ['.flac'],
  'audio/ogg': ['.ogg', '.oga', '.opus'],
}

/** The longest name that is sent, characters. Anthropic refuses titles of more than 500. */
const LONGEST = 200

/**
 * Returns the name under which a file is sent: OpenAI reads the format of a file from the end of its name, not from its
 * bytes or its media type. Control characters, which no provider has a use for, and half surrogate pairs are replaced.
 */
export function nameWithFormat(name: string, mediaType: string): string {
  const ends = ENDS[mediaType.toLowerCase()] ?? ['']
  const clean = name
    .replaceAll(/\p{Cc}/gu, '_')
    .toWellFormed()
    .trim()
  const end = ends.find((each) => clean.toLowerCase().endsWith(each)) ?? ends[0]
  const stem = clean.toLowerCase().endsWith(end) ? clean.slice(0, clean.length - end.length) : clean
  const kept = clean.slice(stem.length) || end
  const short = Array.from(stem).slice(0, LONGEST).join('').trim()
  return `${short === '' ? 'file' : short}${kept}`
}
