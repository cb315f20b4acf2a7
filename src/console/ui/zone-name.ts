/** The name of a time zone as people say it: its place, and the country or region where that is in the zone's name. */
export function zoneName(zone: string): string {
  const [area = zone, ...places] = zone.replaceAll('_', ' ').split('/');
  return places.length > 0 ? places.toReversed().join(', ') : area;
}
