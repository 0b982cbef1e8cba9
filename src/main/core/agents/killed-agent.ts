/** Error text for a killed agent. Its history stays readable; no events are added, and no agent below it starts. */
export const AGENT_KILLED =
  'This agent was killed: it neither runs nor forks any more. Its history can be read and exported.'
