/** Starts a turn of an agent; as text, because it is also read where there is no page. */
export function startedTurn(agentId: string): string {
  const turn = { type: 'turn_started', turnId: 't', model: 'claude-sonnet-5-5', startedAt: Date.now() }
  return `window.preview.change('${agentId}', { activity: { type: 'streaming' } });
    window.preview.live('${agentId}', ${JSON.stringify(turn)})`
}
