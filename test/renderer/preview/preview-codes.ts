import type { ShownCode } from '../../../src/shared/confirmation.ts'

type Listener = (lists: readonly (readonly ShownCode[])[]) => void

/** The codes that other windows wait for, as a test says. */
export function previewCodes() {
  const listeners = new Set<Listener>()
  return {
    follow(listener: Listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(codes: readonly ShownCode[]) {
      for (const listener of listeners) listener([codes])
    },
  }
}
