import { PREVIEW_FRAMES } from '../../shared/port-preview.ts'

/**
 * The window's policy, the same in Electron and in a browser: scripts, workers and connections only from the page's own
 * origin, images also from data URLs, nothing else. Styles come from files; the policy does not count an element's
 * `style` that a script sets as an inline style. A frame can only show pages of this host, all of which but the sandbox
 * (sandbox-page.ts) refuse to be framed, and ports of background commands that the user opened, each at a host name of its
 * own.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  `frame-src 'self' ${PREVIEW_FRAMES}`,
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every page and file of the window. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
