import mermaidUrl from '@mermaid-js/tiny/dist/mermaid.tiny.js?url'

import styles from './diagram-view.module.css'
import { diagramDocument, readDiagram, type Diagram } from './diagram-document.ts'
import { openSandbox, type FrameSandbox } from './sandbox.ts'
import { texts } from '../../text/texts.ts'

const words = texts.parts.diagram

/** The library itself refuses more. UTF-16 units. */
const MAX_LENGTH = 50_000
const CACHE_ENTRIES = 50
/** Loading the library and drawing the largest diagrams take seconds on a slow machine, ms. */
const LIMIT_MS = 20_000
const FAILED: Diagram = { type: 'wrong', message: words.tooSlow, line: null }
const NOT_LOADED: Diagram = { type: 'wrong', message: words.noProgram, line: null }
const NOT_STARTED: Diagram = {
  type: 'wrong',
  message: words.notStarted,
  line: null,
}
const TOO_LONG: Diagram = { type: 'wrong', message: words.tooLong, line: null }

interface Job {
  readonly id: number
  readonly code: string
  /** Whether its frame was ended once already. */
  isRetried: boolean
  answer(diagram: Diagram): void
}

const cache = new Map<string, Diagram>()
const jobs: Job[] = []
let drawing: { readonly sandbox: FrameSandbox; readonly element: HTMLIFrameElement } | null = null
let isStarting = false
let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

export function cachedDiagram(code: string): Diagram | undefined {
  return cache.get(code)
}

/**
 * Draws a diagram in a frame out of view, one at a time. The frame and the library are loaded with the first one; a
 * frame that hangs is replaced. Never rejects.
 */
export async function drawDiagram(code: string): Promise<Diagram> {
  const known = cachedDiagram(code)
  if (known !== undefined) return known
  if (code.length > MAX_LENGTH) return TOO_LONG
  const { promise, resolve } = Promise.withResolvers<Diagram>()
  lastId += 1
  jobs.push({ id: lastId, code, isRetried: false, answer: resolve })
  if (jobs.length === 1) void askNext()
  return promise
}

async function askNext(): Promise<void> {
  if (isStarting) return
  isStarting = true
  drawing ??= await start()
  isStarting = false
  const [job] = jobs
  if (job === undefined) return
  const known = cache.get(job.code)
  if (known !== undefined) finish(known)
  else if (drawing === null) finish(NOT_LOADED)
  else {
    drawing.sandbox.post({ id: job.id, code: job.code })
    limitTime()
  }
}

/** A frame that answers, but does not finish the drawing. Nothing is drawn while the window is not visible. */
function limitTime(): void {
  const isWaiting = () => document.hidden || drawing?.sandbox.isLoaded() === false
  timer = setTimeout(() => (isWaiting() ? limitTime() : giveUp()), LIMIT_MS)
}

/** Null: the library cannot be loaded. */
async function start(): Promise<typeof drawing> {
  const library = await fetch(mermaidUrl).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  if (library === null) return null
  const element = document.createElement('iframe')
  element.className = styles.outOfView ?? ''
  element.setAttribute('aria-hidden', 'true')
  element.tabIndex = -1
  const sandbox = openSandbox(element, {
    html: diagramDocument(library),
    limitMs: LIMIT_MS,
    onMessage: receive,
    onHang: (wasLoaded) => (wasLoaded ? retry() : giveUpAll()),
  })
  document.body.append(element)
  return { sandbox, element }
}

function receive(data: unknown): void {
  const diagram = jobs[0] === undefined ? null : readDiagram(data, jobs[0].id)
  if (diagram !== null) finish(diagram)
}

/** A frame also hangs because of another one (sandbox.ts), so its diagram gets a second try. */
function retry(): void {
  const [job] = jobs
  if (job?.isRetried !== false) return giveUp()
  job.isRetried = true
  clearTimeout(timer)
  removeFrame()
  void askNext()
}

function giveUp(): void {
  removeFrame()
  if (jobs.length > 0) finish(FAILED)
}

/** The next diagram is a new attempt. */
function giveUpAll(): void {
  clearTimeout(timer)
  removeFrame()
  for (const job of jobs.splice(0)) job.answer(NOT_STARTED)
}

function removeFrame(): void {
  drawing?.sandbox.close()
  drawing?.element.remove()
  drawing = null
}

function finish(diagram: Diagram): void {
  clearTimeout(timer)
  const done = jobs.shift()
  if (done === undefined) return
  if (diagram !== NOT_LOADED) cache.set(done.code, diagram)
  const oldest = cache.keys().next().value
  if (cache.size > CACHE_ENTRIES && oldest !== undefined) cache.delete(oldest)
  done.answer(diagram)
  // Each in a task of its own, so that many equal diagrams do not block the page.
  if (jobs.length > 0) setTimeout(() => void askNext(), 0)
}
