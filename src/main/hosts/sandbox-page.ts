import { SANDBOX_READY } from '../../shared/host-bridge.ts'

/**
 * The page at SANDBOX_PATH: an empty document into which the window writes one that may be hostile, such as a page
 * that a model wrote. The window shows it in a frame with `sandbox="allow-scripts"`.
 *
 * A document from a `blob:` address or `srcdoc` would inherit the policy of the window, which would have to allow
 * inline scripts for it. This page has its own policy instead: scripts and styles of the document itself run, nothing
 * is loaded from anywhere, and the origin is opaque also where the page is opened without a frame. Writing the document
 * with
 * `document.write` keeps that policy. The window's own policy keeps the frame from leaving for another host.
 */
const SANDBOX_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

export const SANDBOX_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': SANDBOX_POLICY,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Takes the document and a port with the first message of the window, and returns every message of the port, by which
 * the window can check that the document still answers. No policy covers WebRTC, so its constructors are removed, and
 * frames, which would have their own, are removed as soon as they are added, also in shadow trees.
 */
export const SANDBOX_PAGE = String.raw`<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title><script>
addEventListener('message', function take({ source, data, ports: [port] }) {
  if (source !== parent || typeof data !== 'string' || port === undefined) return
  removeEventListener('message', take)
  for (const name of Object.getOwnPropertyNames(globalThis)) if (/RTC|^WebTransport/.test(name)) delete globalThis[name]
  const watch = (root) => new MutationObserver(() => {
    for (const frame of root.querySelectorAll('iframe, frame, object, embed, fencedframe')) frame.remove()
  }).observe(root, { childList: true, subtree: true })
  const attachShadow = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    watch(root)
    return root
  }
  document.open()
  watch(document)
  port.onmessage = (message) => port.postMessage(message.data)
  document.write(data.replaceAll(/(<template\b[^>]*?)\sshadowrootmode\b/gi, '$1 data-mode'))
  document.close()
})
parent.postMessage(${JSON.stringify(SANDBOX_READY)}, '*')
</script>`
