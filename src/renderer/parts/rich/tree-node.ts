/** A node of the HTML tree of a parsed Markdown text. */
export interface TreeNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
  /** Of a table: the cells of rows that are not drawn. */
  rest?: readonly (readonly string[])[]
}

/** Returns the text in a node, without markup. */
export function treeText(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(treeText).join('')
}
