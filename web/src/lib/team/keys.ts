// What tells rows of several machines apart: two of them may have a run or a work session of one id.
export const runKey = ({ machine, id }: { machine: string | null; id: string }) => `${machine ?? ''} ${id}`;
export const workKey = (work: { machine: string | null; project: string; slug: string }) =>
  `${work.machine ?? ''} ${work.project}/${work.slug}`;
