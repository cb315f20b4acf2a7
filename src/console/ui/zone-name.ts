/** People say a zone by its place, and the country or region where that is in its name. */
export function zoneName(zone: string): string {
  const [area = zone, ...places] = zone.replaceAll('_', ' ').split('/');
  return places.length > 0 ? places.toReversed().join(', ') : area;
}
