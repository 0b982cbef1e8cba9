declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css'

/** The address of a file that is put beside the page's own. */
declare module '*?url' {
  const url: string
  export default url
}
