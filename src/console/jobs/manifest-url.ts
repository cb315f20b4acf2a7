import { exportEndpoints } from '#contract/desk/export.ts';
import { addressOf } from '#contract/endpoint.ts';

export function manifestUrl(id: string): string {
  return addressOf(exportEndpoints.downloadExportManifest, { id });
}
