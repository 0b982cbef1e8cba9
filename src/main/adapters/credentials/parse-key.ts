export type ParsedKey = { readonly ok: true; readonly key: string } | { readonly ok: false; readonly message: string }

/** A key as it was pasted: white space round it is dropped; what cannot stand in a request's header is no key. */
export function parseKey(text: string): ParsedKey {
  const key = text.trim()
  if (key === '') return { ok: false, message: 'The key is empty.' }
  if (!/^[!-~]+$/.test(key)) {
    return { ok: false, message: 'The key has a character in it that no key has: a space, a line break, a NUL?' }
  }
  return { ok: true, key }
}
