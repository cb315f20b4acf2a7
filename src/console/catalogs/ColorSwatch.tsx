import Box from '@mui/material/Box';

export function ColorSwatch({ htmlColor, size = 22 }: { htmlColor: string; size?: number }) {
  if (!/^#([\da-f]{3}|[\da-f]{6})$/i.test(htmlColor)) return null;
  return (
    <Box
      component="span"
      aria-hidden="true"
      style={{ backgroundColor: htmlColor }}
      sx={{
        flex: 'none',
        width: size,
        height: size,
        border: '1px solid var(--control-line)',
        borderRadius: 0.75,
      }}
    />
  );
}
