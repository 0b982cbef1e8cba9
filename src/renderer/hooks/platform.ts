/** Whether shortcuts use the command key instead of Ctrl. */
export const IS_MAC = navigator.userAgent.includes('Macintosh')
