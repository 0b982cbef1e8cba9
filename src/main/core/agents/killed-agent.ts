/** Its history stays readable; nothing is added to it, and nothing starts below it. */
export const AGENT_KILLED =
  'This agent was killed: it neither runs nor forks any more. Its history can be read and exported.'
