import type { ApprovalFeedItem, ApprovalRule, PendingApproval } from '../../src/shared/approval.ts'
import type { Engine } from '../../src/main/core/engine.ts'

/** Returns the saved approvals, as a new window receives them. */
export async function approvalRules(engine: Engine): Promise<readonly ApprovalRule[]> {
  for await (const [first] of engine.approvals.subscribe(undefined, new AbortController().signal)) {
    if (first?.type === 'snapshot') return first.rules
  }
  throw new Error('The approvals feed begins with no snapshot')
}

/** The approval inbox of a window. */
export class ApprovalClient {
  readonly pending = new Map<string, PendingApproval>()
  rules: readonly ApprovalRule[] = []
  readonly #stop = new AbortController()
  #waiting: { readonly holds: (inbox: ApprovalClient) => boolean; readonly resolve: () => void }[] = []

  constructor(engine: Engine) {
    void this.#follow(engine.approvals.subscribe(undefined, this.#stop.signal))
  }

  until(holds: (inbox: ApprovalClient) => boolean): Promise<void> {
    if (holds(this)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.push({ holds, resolve })
    })
  }

  async asked(subject: string): Promise<PendingApproval> {
    const find = (): PendingApproval | undefined => [...this.pending.values()].find((one) => one.subject === subject)
    await this.until(() => find() !== undefined)
    const found = find()
    if (found === undefined) throw new Error(`${subject} is not asked`)
    return found
  }

  close(): void {
    this.#stop.abort()
  }

  async #follow(feed: AsyncIterable<readonly ApprovalFeedItem[]>): Promise<void> {
    for await (const batch of feed) {
      for (const item of batch) this.#apply(item)
      const waiting = this.#waiting.splice(0)
      this.#waiting = waiting.filter(({ holds, resolve }) => {
        const isDone = holds(this)
        if (isDone) resolve()
        return !isDone
      })
    }
  }

  #apply(item: ApprovalFeedItem): void {
    if (item.type === 'snapshot') {
      this.pending.clear()
      for (const one of item.pending) this.pending.set(one.id, one)
      this.rules = item.rules
    } else if (item.type === 'requested') this.pending.set(item.approval.id, item.approval)
    else if (item.type === 'settled') this.pending.delete(item.id)
    else this.rules = item.rules
  }
}
