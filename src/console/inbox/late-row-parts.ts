export { RowCheckbox } from './RowCheckbox.tsx';
export { computeRowStatus } from './row-status.ts';
