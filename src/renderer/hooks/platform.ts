/** On macOS the command key stands where Ctrl stands elsewhere. */
export const IS_MAC = navigator.userAgent.includes('Macintosh')
