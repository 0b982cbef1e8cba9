/** Settings › Skills. */
export const skills = {
  loading: 'Loading skills…',
  none: 'No skills. Put a folder with a SKILL.md into .agents/skills of the project or of your home folder.',
  list: 'Skills',
  plugin: ({ name }: { name: string }) => `${name} (plugin)`,
  notUsed: ({ reason }: { reason: string }) => `Not used: ${reason}`,
  show: 'Show',
  showSkill: ({ name }: { name: string }) => `Show ${name}`,
  use: ({ name }: { name: string }) => `Use ${name}`,
}
