import { SANDBOX_PATH, SANDBOX_READY } from '../../../shared/host-bridge.ts'

/** A document in a frame of its own origin without network, which may be hostile. */
export interface FrameSandbox {
  /** Sends a message to the document's window. Before the document is there, it waits. */
  post(message: unknown): void
  /** Whether the document is there. */
  isLoaded(): boolean
  /** Stops watching the frame. The caller removes the element. */
  close(): void
}

interface SandboxOptions {
  readonly html: string
  /** A message of the document, which may say anything. */
  onMessage?(data: unknown): void
  /** How long the document may take to answer, ms. */
  readonly limitMs: number
  /**
   * The document did not answer for that time. It keeps a processor busy until its frame is removed. `wasLoaded` is
   * false if the browser could not even start the frame.
   */
  onHang(wasLoaded: boolean): void
}

const PING_MS = 1_000
/** A frame is silent if it did not answer for this time, ms. */
const SILENT_MS = 2 * PING_MS
/**
 * The browser runs all these frames in one process. It keeps the process for some time after the last frame was
 * removed, and would give it to the next one, though it hangs. ms, multiplied by the number of starts.
 */
const PROCESS_END_MS = 4_000
/** A frame that is not ready after this time is in a process that hangs. ms, multiplied by the number of starts. */
const READY_MS = 5_000
const MAX_STARTS = 3

interface OpenFrame {
  isSilent(): boolean
  /** Leaves the process, which hangs. */
  leave(): void
}

const openFrames = new Set<OpenFrame>()
/** When the process that hung last has ended. */
let endsAt = Number.NEGATIVE_INFINITY

/**
 * Loads a document into a frame, and watches whether it still answers. The page in the frame (hosts/sandbox-page.ts),
 * whose policy keeps it from the network, says when it is ready, takes the document and a port, and returns what the
 * port says. If one frame hangs, all that are silent leave the process with it, and the next ones wait until it has
 * ended. Those that had no document yet are started again.
 */
export function openSandbox(
  frame: HTMLIFrameElement,
  { html, limitMs, onMessage, onHang }: SandboxOptions,
): FrameSandbox {
  const { port1: port, port2 } = new MessageChannel()
  const waiting: unknown[] = []
  let isStarted = false
  let isLoaded = false
  let starts = 0
  let unanswered = 0
  let begin: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined
  const openFrame: OpenFrame = { isSilent: () => unanswered > SILENT_MS, leave }

  function start(): void {
    const wait = endsAt - performance.now()
    if (wait > 0) return void (begin = setTimeout(start, wait))
    starts += 1
    isStarted = true
    frame.src = SANDBOX_PATH
    pings = setInterval(ping, PING_MS)
  }

  function load(): void {
    isLoaded = true
    unanswered = 0
    // Its origin is opaque, so no other target can be named. Only pages of this host can be in the frame.
    frame.contentWindow?.postMessage(html, '*', [port2])
    for (const message of waiting.splice(0)) frame.contentWindow?.postMessage(message, '*')
  }

  function receive({ source, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame.contentWindow || !isStarted) return
    if (isLoaded) onMessage?.(data)
    else if (data === SANDBOX_READY) load()
  }

  function ping(): void {
    // The browser slows the timers of pages that are not visible.
    if (document.hidden) return
    unanswered += PING_MS
    if (isLoaded) port.postMessage('ping')
    if (unanswered <= (isLoaded ? limitMs : READY_MS * starts)) return
    leave()
    for (const other of openFrames) if (other.isSilent()) other.leave()
  }

  function leave(): void {
    if (!isLoaded && starts < MAX_STARTS) return startAgain()
    close()
    onHang(isLoaded)
  }

  function startAgain(): void {
    waitForEnd()
    clearInterval(pings)
    isStarted = false
    unanswered = 0
    frame.removeAttribute('src')
    // Ends the frame: one that navigates elsewhere would keep its place in the process.
    frame.parentNode?.insertBefore(frame, frame.nextSibling)
    start()
  }

  function waitForEnd(): void {
    endsAt = Math.max(endsAt, performance.now() + PROCESS_END_MS * Math.max(1, starts))
  }

  function close(): void {
    if (openFrame.isSilent()) waitForEnd()
    openFrames.delete(openFrame)
    clearTimeout(begin)
    clearInterval(pings)
    port.close()
    removeEventListener('message', receive)
  }

  port.addEventListener('message', () => (unanswered = 0))
  port.start()
  addEventListener('message', receive)
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  openFrames.add(openFrame)
  // Later, so that React can mount and unmount a frame without effect.
  begin = setTimeout(start, 0)
  return {
    post: (message) => (isLoaded ? frame.contentWindow?.postMessage(message, '*') : void waiting.push(message)),
    isLoaded: () => isLoaded,
    close,
  }
}
