/** Its history stays readable and can be forked from; nothing is added to it. */
export const AGENT_KILLED = 'This agent was killed. Fork it to go on from its history.'
