// What a call was about, without what stands beside it already: the verdict, the tool, the rule and
// the folder that everything lies in.
export function callText(summary: string, tool: string, root: string | null): string {
  let text = summary.replace(/^(allowed|denied) /, '').replace(/ \([a-z_]+\)$/, '');
  if (text.startsWith(`${tool} `)) text = text.slice(tool.length + 1);
  else if (text === tool) text = '';
  return root === null || root === '' ? text : text.replaceAll(`${root}/`, '');
}
