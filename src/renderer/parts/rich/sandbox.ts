import { SANDBOX_PATH, SANDBOX_READY } from '../../../shared/host-bridge.ts'

/** A document in a frame of its own origin without network, which may be hostile. */
export interface Sandbox {
  /** Sends a message to the document's window. Before the document is there, it waits. */
  post(message: unknown): void
  /** Stops watching the frame. The caller removes the element. */
  close(): void
}

interface SandboxOptions {
  readonly html: string
  /** A message of the document, which may say anything. */
  onMessage?(data: unknown): void
  /** How long the document may take to answer, ms. */
  readonly limitMs: number
  /** The document did not answer for that time. It keeps a processor busy until its frame is removed. */
  onHang(): void
}

const PING_MS = 1_000
/** A frame is silent if it did not answer for this time, ms. */
const SILENT_MS = 2 * PING_MS
/**
 * The browser runs all these frames in one process. It keeps the process for some time after the last frame was removed,
 * and would give it to the next one, though it hangs. ms
 */
const PROCESS_END_MS = 4_000

interface OpenFrame {
  isSilent(): boolean
  end(): void
}

const openFrames = new Set<OpenFrame>()
let lastHangAt = Number.NEGATIVE_INFINITY

/**
 * Loads a document into a frame, and watches whether it still answers. The page in the frame (hosts/sandbox-page.ts), whose
 * policy keeps it from the network, says when it is ready, takes the document and a port, and returns what the port says.
 * If one frame hangs, all that are silent are ended with it, and the next one is loaded in a new process.
 */
export function openSandbox(frame: HTMLIFrameElement, { html, limitMs, onMessage, onHang }: SandboxOptions): Sandbox {
  const { port1: port, port2 } = new MessageChannel()
  const waiting: unknown[] = []
  let isLoaded = false
  let unanswered = 0
  let pings: ReturnType<typeof setInterval> | undefined
  const openFrame: OpenFrame = { isSilent: () => unanswered > SILENT_MS, end }

  function start(): void {
    frame.src = SANDBOX_PATH
    pings = setInterval(ping, PING_MS)
  }

  function load(): void {
    isLoaded = true
    // Its origin is opaque, so no other target can be named. Only pages of this host can be in the frame.
    frame.contentWindow?.postMessage(html, '*', [port2])
    for (const message of waiting.splice(0)) frame.contentWindow?.postMessage(message, '*')
  }

  function receive({ source, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame.contentWindow) return
    if (isLoaded) onMessage?.(data)
    else if (data === SANDBOX_READY) load()
  }

  function ping(): void {
    // The browser slows the timers of pages that are not visible.
    if (document.hidden) return
    unanswered += PING_MS
    if (unanswered <= limitMs) return port.postMessage('ping')
    end()
    for (const other of openFrames) if (other.isSilent()) other.end()
  }

  function end(): void {
    close()
    onHang()
  }

  function close(): void {
    if (openFrame.isSilent()) lastHangAt = performance.now()
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
  const begin = setTimeout(start, Math.max(0, lastHangAt + PROCESS_END_MS - performance.now()))
  return {
    post: (message) => (isLoaded ? frame.contentWindow?.postMessage(message, '*') : void waiting.push(message)),
    close,
  }
}
