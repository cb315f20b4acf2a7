import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';

export type PageLoader = (args: LoaderFunctionArgs) => unknown;

export interface PageDefinition {
  path: string;
  needs?: V3Name | DeskName;
  load: () => Promise<{ Component: ComponentType; loader?: PageLoader }>;
}

export type RouteHandle = Pick<PageDefinition, 'needs'>;
