/** The script of the public page: whether the page is current, local times, and a text for each day. The page says all without it. */

import { PLAIN_DAY } from './day-strip';

/**
 * Goes by the clock of the server, since that of a visitor may be wrong. Source: RFC 9111, section 4.2.3: a response is as old as its
 * `Age` says since its `Date`. A page on a disk has no server.
 *
 * A `time` of class `d` is a day, of `f` a time of day to which those of class `r` that follow refer, of `w` the same with its day; others
 * have their day unless it is that of the latest check. The strips wait for the first paint. With the arrow keys a strip is a slider, of
 * which screen readers say the text of the day.
 */
export const PAGE_SCRIPT = `
const root=document.documentElement,{made,first}=root.dataset,find=id=>document.getElementById(id),all=what=>document.querySelectorAll(what);
const two=n=>String(n).padStart(2,'0'),clock=d=>two(d.getHours())+':'+two(d.getMinutes());
const DAYS='Sun Mon Tue Wed Thu Fri Sat'.split(' '),MONTHS='Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayOf=d=>DAYS[d.getDay()]+' '+d.getDate()+' '+MONTHS[d.getMonth()];
let today=new Date(made);
function localTimes(){
  let base=today,last='';
  for(const time of all('time')){
    const kind=time.className,d=new Date(time.dateTime),day=dayOf(d);
    if(kind==='f'||kind==='w')base=d;
    if(kind==='d'){
      const item=time.parentElement;
      time.textContent=day;item.classList.toggle('same',day===last&&item.previousElementSibling!==null);last=day;
    }else time.textContent=(kind==='f'||(kind!=='w'&&day===dayOf(kind==='r'?base:today))?'':day+', ')+clock(d);
  }
  const minutes=-today.getTimezoneOffset(),hours=Math.abs(minutes)/60;
  const offset=minutes?(minutes<0?'\\u2212':'+')+Math.floor(hours)+(hours%1?':'+two(hours%1*60):''):'';
  find('zone').textContent='Your local time, UTC'+offset+'.';
}
function days(strip,tip){
  const hits=[...strip.querySelectorAll('rect')].map(hit=>{
    const title=hit.firstChild;title.remove();
    return{text:title.textContent,from:+hit.getAttribute('x'),count:+hit.getAttribute('width')};
  });
  const count=strip.viewBox.baseVal.width,mark=document.createElementNS(strip.namespaceURI,'rect');
  mark.setAttribute('class','cursor');mark.setAttribute('width','0');strip.append(mark);
  let at=count-1;
  const say=index=>{
    at=Math.max(0,Math.min(count-1,index));
    const hit=hits.find(({from,count})=>from<=at&&at<from+count),d=new Date(Date.parse(first)+at*864e5);
    const date=d.getUTCDate()+' '+MONTHS[d.getUTCMonth()]+': ',text=hit?hit.text:'${PLAIN_DAY}';
    const words=text.startsWith(date)?text:date+text;
    strip.setAttribute('aria-valuenow',at);strip.setAttribute('aria-valuetext',words);return words;
  };
  const show=index=>{
    tip.textContent=say(index);tip.hidden=false;
    const box=strip.getBoundingClientRect(),middle=box.left+(at+.4)*box.width/count,half=tip.offsetWidth/2;
    tip.style.left=Math.max(4,Math.min(root.clientWidth-tip.offsetWidth-4,middle-half))+scrollX+'px';
    tip.style.top=box.top+scrollY-tip.offsetHeight-6+'px';
    mark.setAttribute('x',at-.14);mark.setAttribute('width',1);
  };
  const hide=()=>{tip.hidden=true;mark.setAttribute('width',0)};
  const name=strip.getAttribute('aria-label');
  for(const [key,value] of Object.entries({role:'slider',tabindex:0,'aria-valuemin':0,'aria-valuemax':count-1,'aria-readonly':true,'aria-label':name}))strip.setAttribute(key,value);
  say(at);
  strip.onpointermove=strip.onpointerdown=({clientX})=>{const box=strip.getBoundingClientRect();show(Math.floor((clientX-box.left)/box.width*count))};
  strip.onfocus=()=>show(at);strip.onpointerleave=strip.onblur=hide;
  strip.onkeydown=event=>{
    const to={ArrowLeft:at-1,ArrowDown:at-1,ArrowRight:at+1,ArrowUp:at+1,PageDown:at-7,PageUp:at+7,Home:0,End:count-1}[event.key];
    if(event.key==='Escape')return hide();
    if(to===undefined||event.altKey||event.ctrlKey||event.metaKey)return;
    event.preventDefault();show(to);
  };
}
async function look(again){
  const stale=find('stale');
  try{
    const answer=await fetch('fresh.json',{cache:'no-store'}),{headers}=answer;
    const fresh=await answer.json(),now=Date.parse(headers.get('date'))+1e3*headers.get('age')||Date.now();
    stale.hidden=now<Date.parse(fresh.until);
    if(again&&fresh.made>made)location.reload();
    if(!Date.parse(fresh.at))return;
    today=new Date(fresh.at);
    const checked=find('checked');if(checked)checked.dateTime=fresh.at;
    localTimes();
  }catch{stale.hidden=false}
}
localTimes();
requestAnimationFrame(()=>setTimeout(()=>{for(const strip of all('.days'))days(strip,find('tip'))}));
if(location.protocol!=='file:'){look();setInterval(look,6e4,true)}
`.trim();
