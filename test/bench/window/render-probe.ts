/** What React drew since `restart`. */
interface RenderCounts {
  readonly commits: number
  /** Commits in which a prompt box was drawn anew. */
  readonly promptCommits: number
  /**
   * Components inside transcripts that were drawn in such commits because something round the transcript was: what
   * typing caused. A clock that ticks in the same commit is not among them.
   */
  readonly transcriptByTyping: number
  /** Components inside transcripts that were drawn in any commit. */
  readonly transcript: number
}

interface RenderProbe {
  restart(): void
  /** Looks no more; answers what was seen. */
  stop(): RenderCounts
}

declare global {
  interface Window {
    benchRenders: RenderProbe
  }
}

/** What is read of React's tree; the same fields that its developer tools read. */
interface Fiber {
  readonly type: unknown
  readonly flags: number
  readonly memoizedProps: Readonly<Record<string, unknown>> | null
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/** Where in the tree the walk is. */
interface Position {
  /** A component further up than the nearest one ran. */
  readonly above: boolean
  /** The nearest component ran. */
  readonly nearest: boolean
  readonly inTranscript: boolean
  /** In a transcript whose surroundings were drawn anew too. */
  readonly causedAbove: boolean
}

interface Seen {
  transcript: number
  fromAbove: number
  prompt: boolean
}

/**
 * Runs in the page, before its own scripts. React's production build tells the hook of its developer tools of every
 * commit, so the product is measured as it is built, and a component that was drawn anew to the same markup counts,
 * which no observer of the document would see.
 */
export function installRenderProbe(): void {
  /** React's PerformedWork: the component's function ran for this tree. */
  const RAN = 1
  const NOTHING = { commits: 0, promptCommits: 0, transcriptByTyping: 0, transcript: 0 }
  let counts: RenderCounts | null = null

  /**
   * Only what this commit made anew is walked: where the children are the same objects as before, nothing ran. `above`:
   * a component beyond the nearest one ran, so what runs here may run because of it.
   */
  const walk = (fiber: Fiber, from: Position, seen: Seen): void => {
    const before = fiber.alternate
    const isComponent = typeof fiber.type === 'function'
    const ran = isComponent && (fiber.flags & RAN) !== 0
    if (ran && from.inTranscript) {
      seen.transcript += 1
      if (from.causedAbove) seen.fromAbove += 1
    }
    if (fiber.type === 'textarea' && before?.memoizedProps !== fiber.memoizedProps) seen.prompt = true
    if (before !== null && before.child === fiber.child) return
    const enters = fiber.memoizedProps !== null && 'data-agent-stream' in fiber.memoizedProps
    const below: Position = {
      above: isComponent ? from.above || from.nearest : from.above,
      nearest: isComponent ? ran : from.nearest,
      inTranscript: from.inTranscript || enters,
      causedAbove: from.causedAbove || (enters && from.above),
    }
    for (let child = fiber.child; child !== null; child = child.sibling) walk(child, below, seen)
  }
  const top: Position = { above: false, nearest: false, inTranscript: false, causedAbove: false }
  const onCommit = (_renderer: number, { current }: { current: Fiber }): void => {
    if (counts === null) return
    const seen: Seen = { transcript: 0, fromAbove: 0, prompt: false }
    walk(current, top, seen)
    counts = {
      commits: counts.commits + 1,
      promptCommits: counts.promptCommits + Number(seen.prompt),
      transcriptByTyping: counts.transcriptByTyping + (seen.prompt ? seen.fromAbove : 0),
      transcript: counts.transcript + seen.transcript,
    }
  }
  const hook = {
    supportsFiber: true,
    isDisabled: false,
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberRoot: onCommit,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
  }
  Reflect.set(window, '__REACT_DEVTOOLS_GLOBAL_HOOK__', hook)
  window.benchRenders = {
    restart: () => (counts = NOTHING),
    stop() {
      const result = counts ?? NOTHING
      counts = null
      return result
    },
  }
}
