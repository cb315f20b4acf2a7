/**
 * Main area codes of Argentina by region (ISO 3166-2), from the Fundamental National Numbering Plan (ENACOM, Resolution
 * SC 46/1997 and its changes). Area code and number have ten digits in total.
 */
const AREA_CODES: ReadonlyMap<string, string> = new Map([
  ['AR-A', '387 3868 3876 3877 3878'],
  [
    'AR-B',
    '11 220 221 223 230 236 237 249 291 336 2225 2227 2241 2245 2254 2255 2257 2262 2266 2281 2284 2292 2314 2317 2323 2324 2342 2345 2346 2352 2362 2392 2396 2474 2477 2478 2920 2921 2923 2926 2932 2983 3329 3388 3407 3487 3489',
  ],
  ['AR-C', '11'],
  ['AR-D', '266 2656 2657'],
  ['AR-E', '343 345 3435 3436 3442 3444 3445 3446 3447 3456'],
  ['AR-F', '380 3822 3825 3827'],
  ['AR-G', '385 3844 3858'],
  ['AR-H', '362 364 3731 3735'],
  ['AR-J', '264 2646 2647'],
  ['AR-K', '383 3833 3835 3837'],
  ['AR-L', '2302 2333 2954'],
  ['AR-M', '260 261 263 2622 2624 2625 2626'],
  ['AR-N', '376 3743 3751 3754 3755 3757 3758'],
  ['AR-P', '370 3711 3716 3718'],
  ['AR-Q', '299 2942 2948 2972'],
  ['AR-R', '294 298 299 2920 2934 2940 2946'],
  [
    'AR-S',
    '341 342 3400 3401 3402 3404 3405 3406 3408 3409 3460 3462 3464 3465 3466 3469 3471 3476 3482 3483 3491 3492 3493 3496 3498',
  ],
  ['AR-T', '381 3862 3863 3865 3867'],
  ['AR-U', '280 297 2945'],
  ['AR-V', '2901 2964'],
  ['AR-W', '379 3756 3772 3773 3774 3775 3777 3782'],
  [
    'AR-X',
    '351 353 358 3385 3463 3467 3468 3472 3521 3522 3524 3525 3532 3533 3537 3541 3543 3544 3546 3547 3548 3549 3562 3563 3564 3571 3572 3573 3574 3575 3576 3582 3583 3584 3585',
  ],
  ['AR-Y', '388 3884 3885 3886 3887'],
  ['AR-Z', '297 2902 2962 2963 2966'],
]);

const NUMBER_LENGTH = 10;
const LENGTHS_WITHOUT_AREA_CODE = new Set([6, 7, 8]);

/** National numbers that a number without area code may be in a region; none if it has one. */
export function addAreaCodes(number: string, region: string): string[] {
  if (!LENGTHS_WITHOUT_AREA_CODE.has(number.length)) return [];
  const codes = AREA_CODES.get(region)?.split(' ') ?? [];
  return codes.filter((code) => code.length + number.length === NUMBER_LENGTH).map((code) => code + number);
}
