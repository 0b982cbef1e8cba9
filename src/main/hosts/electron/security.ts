import { protocol, session, shell } from 'electron'
import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron'

import { SANDBOX_PATH } from '../../../shared/host-bridge.ts'
import { parsePopOut, type PopOut } from '../../../shared/pop-out.ts'
import { isPreviewUrl } from '../../../shared/port-preview.ts'
import { SECURITY_HEADERS } from '../content-security-policy.ts'
import { readRendererFile } from '../renderer-files.ts'
import { SANDBOX_HEADERS, SANDBOX_PAGE } from '../sandbox-page.ts'

const SCHEME = 'app'

/** The window's own origin, so that neither files nor pages of other apps share its storage. */
export const APP_ORIGIN = `${SCHEME}://ikigai`

/** Permissions that the window may request. All others (camera, location, USB, …) are denied without asking. */
const ALLOWED_PERMISSIONS: readonly string[] = ['clipboard-sanitized-write', 'notifications']

/** Makes `app:` a standard, secure scheme with an origin, paths and fetch. Must be called before the app is ready. */
export function registerAppScheme(): void {
  // With a code cache, the scripts of the window are compiled at the first start only.
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }])
}

/** Answers a GET request of the window for a path with its query. */
export type AnswerPath = (pathname: string, search: string) => Promise<Response>

/** Serves the window under `APP_ORIGIN`. */
export function serveAppScheme(answer: AnswerPath): void {
  protocol.handle(SCHEME, ({ url, method }) => {
    const { host, pathname, search } = new URL(url)
    if (host !== 'ikigai' || method !== 'GET') return notFound()
    return pathname === SANDBOX_PATH
      ? new Response(SANDBOX_PAGE, { headers: SANDBOX_HEADERS })
      : answer(pathname, search)
  })
}

/** Serves the built window, and no file outside its directory. */
export function answerFromFiles(rendererDirectory: string): AnswerPath {
  return async (pathname) => {
    const file = await readRendererFile(rendererDirectory, pathname)
    if (file === null) return notFound()
    return new Response(file.content, {
      headers: { ...SECURITY_HEADERS, 'content-type': file.contentType, 'cache-control': file.cacheControl },
    })
  }
}

function notFound(): Response {
  return new Response('Not found', { status: 404, headers: SECURITY_HEADERS })
}

/**
 * Keeps the window on its own page: it cannot navigate, its frames show the sandbox and opened ports of background
 * commands only, and links open in the system's browser. Of windows it can open only those of the app itself that show
 * some of its agents, which `openPopOut` makes like the first one.
 */
export function guardContents(contents: WebContents, openPopOut: (popOut: PopOut) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (!(event.isMainFrame ? isAppUrl(event.url) : isFrameUrl(event.url))) event.preventDefault()
  })
  contents.on('will-redirect', (event) => {
    // Only of a frame it is said that it is none.
    const isAllowed = event.isMainFrame === false ? isFrameUrl(event.url) : isAppUrl(event.url)
    if (!isAllowed) event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    const popOut = popOutOf(url)
    if (popOut === null) openWebLink(url)
    else openPopOut(popOut)
    return { action: 'deny' }
  })
}

export function guardPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((contents, permission, answer, { isMainFrame }) => {
    answer(isMainFrame && isAppUrl(contents.getURL()) && ALLOWED_PERMISSIONS.includes(permission))
  })
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => {
    return isAppUrl(origin) && ALLOWED_PERMISSIONS.includes(permission)
  })
  session.defaultSession.setDevicePermissionHandler(() => false)
}

/** Returns whether a message comes from the main frame of our own page, not from a frame in it or from another page. */
export function isTrustedSender(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const { senderFrame } = event
  return senderFrame !== null && senderFrame === event.sender.mainFrame && isAppUrl(senderFrame.url)
}

/** Opens a link in the system's browser. Only plain http(s) links are opened, because others could start a program. */
export function openWebLink(url: string): void {
  if (isWebUrl(url)) void shell.openExternal(new URL(url).href) // eng-disable OPEN_EXTERNAL_JS_CHECK
}

/**
 * Returns whether this is an http(s) URL without user name and password, which are only used to make an address look
 * like another.
 */
export function isWebUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol: scheme, username, password } = new URL(url)
  return (scheme === 'https:' || scheme === 'http:') && username === '' && password === ''
}

/** Returns what a page of the app shows that stands for a window of its own; null: the address is none of such a page. */
function popOutOf(url: string): PopOut | null {
  if (!isAppUrl(url)) return null
  const { pathname, search, hash } = new URL(url)
  return pathname === '/' && hash === '' ? parsePopOut(search) : null
}

function isFrameUrl(url: string): boolean {
  return url === APP_ORIGIN + SANDBOX_PATH || isPreviewUrl(url)
}

export function isAppUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol: scheme, host } = new URL(url)
  return `${scheme}//${host}` === APP_ORIGIN
}
