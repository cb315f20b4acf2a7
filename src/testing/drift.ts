export { findDrift } from '#gateway/drift/find-drift.ts';
