export type ParsedKey = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string }

/** Parses a pasted key: trims white space, and rejects text that cannot be sent in a request header. */
export function parseKey(text: string): ParsedKey {
  const key = text.trim()
  if (key === '') return { ok: false, message: 'The key is empty.' }
  if (!/^[!-~]+$/.test(key)) {
    return { ok: false, message: 'The key contains a character that no key has, such as a space or a line break.' }
  }
  return { ok: true, key }
}
