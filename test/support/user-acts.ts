/** Counts what a user does: one act is a click, or text that is typed or pasted with the key that sends it. */
export class UserActs {
  count = 0

  async do(act: () => Promise<void>): Promise<void> {
    this.count += 1
    await act()
  }
}
