const CITED = 'A gateway should check the signature of each token. Revoked tokens need a list of their own.'

const PROGRAM = [
  { item: { type: 'web_search_call', action: { query: 'validate JWT signatures' } } },
  { item: { type: 'code_interpreter_call', code: 'print(5 * 60)', outputs: [{ type: 'logs', logs: '300' }] } },
].map((provider_data) => ({ type: 'text', text: '', provider_data }))

/**
 * Returns the script that records an answer with a search, a program and two sources, one of them with a long title and no words of its own.
 */
export function citedAnswer(agentId: string): string {
  const about = {
    start: 0,
    end: 51,
    url: 'https://www.rfc-editor.org/rfc/rfc8725',
    title: 'JSON Web Token Best Practices',
  }
  const citations = [
    {
      ...about,
      quote:
        'All signature operations on the token must be validated, and the entire token must be rejected if any fails.',
    },
    {
      start: 52,
      end: CITED.length,
      url: 'https://www.rfc-editor.org/rfc/rfc7009',
      title: 'OAuth 2.0 Token Revocation, with a title that needs more than one line of its card',
    },
  ]
  const data = { model: 'claude-sonnet-5-5', blocks: [...PROGRAM, { type: 'text', text: CITED, citations }] }
  const event = { agentId, turnId: 'cited', kind: 'assistant', content: CITED, data }
  return `window.preview.record(${JSON.stringify(event)})`
}
