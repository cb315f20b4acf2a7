const WIDTH = 96;
const HEIGHT = 24;
const MARGIN = 1;

/** The course of a figure over the days; it has no text, since the figures beside it say what matters. Days without a value are left out. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (known.length < 2) return null;
  const max = Math.max(...known.map(({ value }) => value));
  const toX = (at: number) => MARGIN + (at / (values.length - 1)) * (WIDTH - 2 * MARGIN);
  const toY = (value: number) => HEIGHT - MARGIN - (max > 0 ? value / max : 0) * (HEIGHT - 2 * MARGIN);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      style={{ display: 'block', maxWidth: '100%' }}
    >
      <polyline
        points={known.map(({ at, value }) => `${toX(at).toFixed(1)},${toY(value).toFixed(1)}`).join(' ')}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
