import { App } from 'aws-cdk-lib';
import { ShopStack } from '../lib/shop-stack';

new ShopStack(new App(), 'Shop');
