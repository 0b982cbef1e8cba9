import type { TranscriptMessage } from '../../src/main/core/ports/provider-ports.ts'
import type { ContentBlock } from '../../src/shared/content.ts'

export const user = (text: string): TranscriptMessage => ({ role: 'user', content: [{ type: 'text', text }] })
export const assistant = (...content: ContentBlock[]): TranscriptMessage => ({ role: 'assistant', content })
export const results = (...ids: string[]): TranscriptMessage => ({
  role: 'tool',
  results: ids.map((callId, index) => ({ callId, name: 'read', content: `result ${index}`, isError: index > 0 })),
})
export const tool = {
  name: 'read',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
}
