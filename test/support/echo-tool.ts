import type { Tool } from '../../src/main/core/ports/tool-ports.ts'

/**
 * Says back what it is given; stands still when it is given `wait`, until the test lets it go or the turn is cancelled.
 */
export class EchoTool implements Tool {
  readonly definition = {
    name: 'echo',
    description: 'Says back what it is given.',
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  }
  runs = 0
  release: () => void = () => undefined

  prepare(args: { readonly text?: unknown }) {
    const text = typeof args.text === 'string' ? args.text : ''
    const run = async ({ signal, onOutput }: { signal: AbortSignal; onOutput: (text: string) => void }) => {
      this.runs += 1
      if (text === 'wait') {
        const gate = Promise.withResolvers<void>()
        this.release = gate.resolve
        signal.addEventListener('abort', () => gate.resolve())
        onOutput('waiting…')
        await gate.promise
      }
      return { content: `echo: ${text}`, isError: false }
    }
    return Promise.resolve({
      ok: true,
      call: { subject: text, access: 'read', paths: [], isInFolder: true, run },
    } as const)
  }
}
