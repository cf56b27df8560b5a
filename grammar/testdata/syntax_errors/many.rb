def
end
1 = 2
self = 3
class foo; end
foo(1, 2 3)
x = = 3
if
end
get ,"a"
[1 2]
{a 1}
{a: 1 b: 2}
