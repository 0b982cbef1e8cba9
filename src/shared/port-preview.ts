/** Browsers lead every name below it to this machine without asking anybody (RFC 6761 § 6.3). */
export const PREVIEW_DOMAIN = 'localhost'

const PREFIX = 'port-'
const NAME = /^port-[0-9a-f]{32}\.localhost$/

/** Returns the first label of the host name of a preview. `id`: 32 hexadecimal digits. */
export function previewName(id: string): string {
  return `${PREFIX}${id}`
}

/** What the policy of the window lets a frame show beside pages of its host: a policy has no pattern for a part of a label. */
export const PREVIEW_FRAMES = `http://*.${PREVIEW_DOMAIN}:*`

/** Whether this is an address of a preview, whichever it is. */
export function isPreviewUrl(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  return (
    url !== null && url.protocol === 'http:' && NAME.test(url.hostname) && url.username === '' && url.password === ''
  )
}
